/**
 * Words of a container's command line, which the kubelet reads before it starts the container: `$(NAME)` is a variable of its environment,
 * `$$` is one dollar.
 */

/** A word that arrives as it is. */
export const literalWord = (text: string): string => text.replaceAll(/\$(?=[$(])/gu, '$$$$')

/**
 * An argument of the user. `$(NAME)`, and `$$(NAME)` for that text itself, mean what they mean in any container; every other dollar arrives
 * as it is.
 */
export const argumentWord = (text: string): string =>
  text.replaceAll(/\$+\(?/gu, dollars => (dollars.endsWith('(') || dollars.length === 1 ? dollars : dollars.slice(1) + dollars))
