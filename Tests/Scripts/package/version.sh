#!/bin/sh
# The version, from the one place where it stands.
exec sed -n 's/.*number = "\(.*\)"/\1/p' "$(dirname "$0")/../../../Sources/inkwell/Version.swift"
