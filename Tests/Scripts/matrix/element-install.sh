#!/bin/sh
# Installs Element's engine (matrix-rust-sdk with a Python face, from PyPI) into .build/element, in the exact version of
# element.txt, with the C library of Debian 13, which it needs. `.build/element/python` runs it. Silent and quick if it
# is installed. Where it cannot be had, exits with 69 and says why in one line on stdout; all else goes to stderr. Needs
# what install.sh installs.
set -eu
exec 3>&1 >&2
cd "$(dirname "$0")/../../.."

home=$PWD/.build/element
pins=Tests/Scripts/matrix/element.txt
keys=/usr/share/keyrings/debian-archive-keyring.gpg
log=$home.log

absent() {
  echo "$1" >&3
  exit 69
}
[ "$(uname -m)" = x86_64 ] || absent "its engine is pinned for x86-64 only"
[ -e $keys ] && command -v apt-get >/dev/null || absent "its engine needs apt-get and Debian's archive keys"
case $(/usr/bin/python3 --version) in
  *" 3.11."* | *" 3.13."*) ;;
  *) absent "its engine is pinned for Python 3.11 and 3.13 only" ;;
esac

wanted="$(/usr/bin/python3 --version) $(cat $pins Tests/Scripts/matrix/element-install.sh | cksum)"
exec 9>.build/element.lock
flock 9 # two runs of make would write into the same folder
[ "$(cat "$home/installed" 2>/dev/null)" != "$wanted" ] || exit 0

echo "Installing Element's engine into $home (about 120 MB, once)"
rm -rf "$home"
mkdir -p "$home/apt/lists/partial" "$home/apt/cache/archives/partial" "$home/apt/parts" "$home/library"
if ! .build/synapse/bin/python -m pip install --quiet --no-input --disable-pip-version-check --retries 2 --no-deps \
  --only-binary :all: --platform manylinux_2_38_x86_64 --target "$home/site" --require-hashes -r $pins 2>"$log"; then
  ! grep -q 'connection broken by\|ConnectionError\|ConnectTimeout\|ReadTimeout' "$log" || absent "PyPI cannot be reached"
  ! grep -q 'No matching distribution' "$log" || absent "PyPI does not have its engine any more"
  cat "$log"
  exit 1
fi

# A source for this download alone: the system's own lists stay as they are. apt checks the signatures.
echo "deb [signed-by=$keys] http://deb.debian.org/debian trixie main" >"$home/apt/sources"
from_trixie() {
  apt-get -q -o Dir::State::lists="$home/apt/lists" -o Dir::Cache="$home/apt/cache" -o Dir::Etc::sourcelist="$home/apt/sources" \
    -o Dir::Etc::sourceparts="$home/apt/parts" -o APT::Architecture=amd64 -o APT::Update::Error-Mode=any "$@" >"$log" 2>&1
}
if ! from_trixie update; then
  ! grep -q 'Could not resolve\|Could not connect\|Cannot initiate\|Unable to connect\|timed out' "$log" ||
    absent "Debian's archive cannot be reached"
  cat "$log"
  exit 1
fi
(cd "$home/apt" && from_trixie download libc6 libgcc-s1) || { cat "$log"; exit 1; }
for package in "$home"/apt/*.deb; do dpkg -x "$package" "$home/library"; done
rm -rf "$home/apt" "$log"

cat >"$home/python" <<SCRIPT
#!/bin/sh
home=\$(dirname "\$0")
libraries=\$home/library/usr/lib/x86_64-linux-gnu
PYTHONPATH=\$home/site exec \$libraries/ld-linux-x86-64.so.2 \\
  --library-path \$libraries:/lib/x86_64-linux-gnu:/usr/lib/x86_64-linux-gnu /usr/bin/python3 "\$@"
SCRIPT
chmod +x "$home/python"
"$home/python" -c 'import matrix_sdk_python'
echo "$wanted" >"$home/installed"
