import { Document, Scalar, type ToStringOptions, visit } from 'yaml'

/** Characters that some YAML parsers read as a line break or byte order mark. Only double quotes can escape them. */
const escapes: Readonly<Record<string, string>> = { '\u0085': '\\N', '\u2028': '\\L', '\u2029': '\\P', '\ufeff': '\\uFEFF' }
const escaped = /[\u0085\u2028\u2029\ufeff]/gu

/** True if a block scalar at the end of a document would lose its last lines. */
const endsInBlankLine = (text: string): boolean => {
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  return body.slice(body.lastIndexOf('\n') + 1).trim() === ''
}

const needsDoubleQuotes = (value: unknown): boolean =>
  typeof value === 'string' && (Object.keys(escapes).some(it => value.includes(it)) || endsInBlankLine(value))

/**
 * YAML that every parser reads the same way. `compat`: for parsers of YAML 1.1, such as kubectl and Helm, which read more plain texts as a
 * boolean, number or date (U04).
 */
export const yamlText = (
  value: unknown,
  { compat, ...style }: Pick<ToStringOptions, 'singleQuote' | 'blockQuote'> & { readonly compat?: 'yaml-1.1' } = {},
): string => {
  const document = new Document(value, { aliasDuplicateObjects: false, ...(compat === undefined ? {} : { compat }) })
  visit(document, {
    Scalar: (_, scalar) =>
      scalar.type !== Scalar.QUOTE_DOUBLE && needsDoubleQuotes(scalar.value)
        ? Object.assign(new Scalar(scalar.value), { type: Scalar.QUOTE_DOUBLE }) : undefined,
  })
  return document.toString({ lineWidth: 0, ...style }).replaceAll(escaped, found => escapes[found] ?? found)
}
