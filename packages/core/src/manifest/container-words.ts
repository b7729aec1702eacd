/**
 * Escaping for a container's command line, which the kubelet expands before it starts the container: `$(NAME)` is an environment variable,
 * `$$` is one dollar.
 */

/** Escapes a word that has to arrive unchanged. */
export const literalWord = (text: string): string => text.replaceAll(/\$(?=[$(])/gu, '$$$$')

/**
 * Escapes an argument of the user. `$(NAME)`, and `$$(NAME)` for that literal text, mean the same as in any container; every other dollar
 * arrives unchanged.
 */
export const argumentWord = (text: string): string =>
  text.replaceAll(/\$+\(?/gu, dollars => (dollars.endsWith('(') || dollars.length === 1 ? dollars : dollars.slice(1) + dollars))
