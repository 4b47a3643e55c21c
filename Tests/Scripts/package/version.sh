#!/bin/sh
# Prints the version, from the one place that defines it.
exec sed -n 's/.*number = "\(.*\)"/\1/p' "$(dirname "$0")/../../../Sources/inkwell/Text/Version.swift"
