#!/bin/sh
# soak.sh [arguments of swift build]: the long random tests, with new seeds each time. A failure prints how to replay it.
# SOAK_SEED=… takes the seeds of an earlier run.
set -u
cd "$(dirname "$0")/../.."
seed=${SOAK_SEED:-$(od -An -N3 -tu4 /dev/urandom | tr -d ' ')}
echo "SOAK_SEED=$seed"
status=0

# The variables of one step, then the tests it runs.
step() {
  filter=$1
  shift
  echo "soak: $* --filter '$filter'"
  env "$@" Tests/Scripts/run-tests.py $flags --filter "$filter" || status=1
}

flags=$*
step '^SimulationTests\.' FIRST="$seed" RUNS="${RUNS:-2000}"
# Each kill of the machine's database, and some hundred worlds of devices.
step '^EncryptionMachineTests\.CrashTests' CRASH=all SEED="$seed"
step '^MatrixServiceTests\.EncryptedCrashTests' CRASH=all SEED="$seed"
for part in $(seq 1 "${WORLDS:-50}"); do
  step '^EncryptionMachineTests\.SimulationTests' SOAK=1 SEED="$((seed + part * 1000))"
done
step 'RandomKeysTests' KEYS_SEED="$seed" KEYS="${KEYS:-200000}"
step '^ScenarioTests\.TypingTests' SOAK=1
step 'InkwellCrashTests' CRASH_SEED="$seed" CRASHES="${CRASHES:-1000}"
step 'ServiceHostileTests' ANSWERS="${ANSWERS:-10000}"
step '(DamageMatrixTests|InkwellDamageTests)' SEED="$seed" DAMAGES="${DAMAGES:-500}"
# Every other randomised test takes SEED, and SOAK for more cases.
step '^(DraftEngine|StoreContract|LocalStorage|MatrixWire|MatrixCache|MatrixService|Recovery|JSON|HTTPTransport|TerminalScreen|ChatScreens|CursesTerminal|PictureDecoder)Tests\.' SOAK=1 SEED="$seed"

echo "soak: live, SOAK=1 FIRST=$seed RUNS=${LIVE_RUNS:-100} KILL_SEED=$seed KILLS=${KILLS:-1000} SEED=$seed DAMAGES=${DAMAGES:-500}"
SOAK=1 FIRST="$seed" RUNS="${LIVE_RUNS:-100}" KILL_SEED="$seed" KILLS="${KILLS:-1000}" SEED="$seed" DAMAGES="${DAMAGES:-500}" \
  Tests/Scripts/matrix/test.sh Tests/Scripts/run-tests.py $flags \
  --filter '(RandomRun|KilledAccount|DamagedAccount|AgreementContract|DisorderContract|ThreadInfoContract)Tests' || status=1

echo "soak: the contract in encrypted rooms"
SERVERS=2 ENCRYPTED=1 STATED_SKIPS=allowed Tests/Scripts/matrix/test.sh Tests/Scripts/run-tests.py $flags \
  --filter '^ServiceContractTests\.' || status=1

echo "soak: with Element"
Tests/Scripts/matrix/element.sh Tests/Scripts/run-tests.py $flags --filter '/Element[A-Z][a-z]*Tests/' || status=1

echo "soak: pictures in real terminals"
make test-pictures || status=1

FUZZ_SECONDS="${FUZZ_SECONDS:-60}" Tests/Fuzz/run.sh || status=1
echo "SOAK_SEED=$seed ended with status $status"
exit $status
