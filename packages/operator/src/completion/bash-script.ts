/** For bash 3.2 and newer, without the package bash-completion. */
export const bashScript = `# bash completion for flink-operator
_flink_operator() {
  local word line current=\${COMP_WORDS[COMP_CWORD]} glue='' directive=''
  local -a words=()
  COMPREPLY=()
  # bash takes --output=json apart
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if [[ \${#words[@]} -gt 0 && ( -n $glue || $word == '=' ) ]]; then
      words[\${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    if [[ $word == '=' ]]; then glue=1; else glue=''; fi
  done
  if [[ $current == '=' ]]; then current=''; fi
  while IFS= read -r line; do
    if [[ $line == :* ]]; then directive=\${line#:}; else COMPREPLY+=("\${line%%$'\\t'*}"); fi
  done < <(flink-operator __complete "\${words[@]}" 2>/dev/null)
  case $directive in
    0) line=-f ;;
    16) line=-d ;;
    *) return ;;
  esac
  compopt -o filenames 2>/dev/null
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$line" -- "$current")
}
complete -F _flink_operator flink-operator
`
