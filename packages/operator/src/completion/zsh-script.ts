/** For a file `_flink-operator` in a folder of `fpath`, or for `source` after `compinit`. */
export const zshScript = `#compdef flink-operator
# zsh completion for flink-operator
_flink-operator() {
  local line directive
  local -a lines candidates
  lines=("\${(@f)$(flink-operator __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  directive=\${lines[-1]#:}
  for line in "\${(@)lines[1,-2]}"; do
    if [[ $line == *$'\\t'* ]]; then
      candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    else
      candidates+=("\${line//:/\\\\:}")
    fi
  done
  # of --output=json the value alone is completed
  if [[ $PREFIX == -*=* ]]; then compset -P '*='; fi
  case $directive in
    0) _files ;;
    16) _files -/ ;;
    *) _describe 'flink-operator' candidates ;;
  esac
}
if [[ \${funcstack[1]} == _flink-operator ]]; then _flink-operator "$@"; else compdef _flink-operator flink-operator; fi
`
