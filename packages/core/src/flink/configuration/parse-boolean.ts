/** `true` or `false` in any case (api-and-config.md, section 3.3); null for anything else. */
export const parseBoolean = (text: string): boolean | null => {
  const upper = text.toUpperCase()
  return upper === 'TRUE' ? true : upper === 'FALSE' ? false : null
}
