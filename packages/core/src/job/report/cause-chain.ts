const causedBy = 'Caused by: '

/** `java.io.IOException: disk full`: class and message of each cause in a stack trace. */
export const causesOf = (stackTrace: string): readonly { readonly type: string; readonly message: string }[] =>
  stackTrace.split('\n').filter(line => line.startsWith(causedBy)).map(line => {
    const text = line.slice(causedBy.length)
    const at = text.indexOf(': ')
    return at < 0 ? { type: text, message: '' } : { type: text.slice(0, at), message: text.slice(at + 2) }
  })

/** The messages of the first three causes (control-flow.md, section 1.7). The innermost cause usually helps most. */
export const causeChain = (stackTrace: string): string => {
  const [first = '', ...rest] = stackTrace.split('\n')
  const causes = rest.filter(line => line.startsWith(causedBy)).map(line => line.slice(causedBy.length))
  return [first, ...(causes.length <= 2 ? causes : [causes[0] ?? '', causes.at(-1) ?? ''])].join(' -> ')
}
