# For model.sh of this folder and tests/mutants/model_file.sh, which source it: a test's programs with one object that stands in
# for the library's own. COMPILE and LIBS are set.

# programs_of TEST: the test programs and harnesses that a command names; memloom, if it is a script or that itself
programs_of() {
  grep -Eo 'build/tests/[a-z_0-9/]*[a-z_0-9]|build/lockstep/[a-z_0-9]*/harness' <<< "$1" || echo build/memloom
}

# objects_of PROGRAM: its own, beside the library's
objects_of() {
  local block=${1#build/lockstep/}
  block=${block%/harness}
  case $1 in
    build/memloom) echo build/gen/command/main.o ;;
    */twins_test) echo "$1.o" -Wl,--wrap={malloc,calloc,realloc,free} ;; # it counts allocations
    */harness) echo "build/lockstep/$block/glue.o" "build/tests/lockstep/${block}_drive.o" build/cosim/lockstep/{block_lockstep,param_sets}.o ;;
    *) echo "$1.o" ;;
  esac
}

# link_programs FOLDER TEST [OBJECT [OPTION...]]: the test's programs in FOLDER/build, with these options; OBJECT, unless it is empty,
# stands in for the library's own of the same functions.
link_programs() {
  local folder=$1 program
  for program in $(programs_of "$2"); do
    mkdir -p "$folder/${program%/*}"
    $COMPILE -o "$folder/$program" $(objects_of "$program") ${3:+"$3"} "${@:4}" build/libmemloom.a $LIBS || return 1
  done
}
