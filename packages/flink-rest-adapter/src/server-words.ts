/** As much of an answer as a person, an event or a status can use. */
const maxLines = 12
const maxCharacters = 2_000

const frame = /^\s*(at |\.\.\. \d+ (more|common frames))/

/**
 * What the server said: the texts of Flink's `{"errors": […]}`, or the body itself where something else answered; without stack
 * frames, first lines only.
 */
export const serverWords = (status: number, body: string): string => {
  const text = bounded(errorsOf(body).join('\n'))
  return text === '' ? `HTTP ${status} without a text` : text
}

/** What the client can tell of a call without an answer. Causes may refer to each other in a circle (B14): each is told once. */
export const clientWords = (thrown: unknown): string => bounded([...new Set(messages(thrown, new Set()))].join('; '))

/** The machine-readable codes of an error and its causes, outermost first: `ECONNREFUSED`, `ERR_TLS_CERT_ALTNAME_INVALID`, … */
export const codes = (thrown: unknown): readonly string[] =>
  causes(thrown, new Set()).flatMap(error => ('code' in error && typeof error.code === 'string' ? [error.code] : []))

/** Java puts the frames between the messages; they are cut before the lines are counted. */
export const bounded = (text: string): string => {
  const lines = text.slice(0, 200_000).split(/\r?\n/).filter(line => line.trim() !== '' && !frame.test(line))
  const kept = lines.slice(0, maxLines).join('\n')
  return kept.length > maxCharacters ? `${kept.slice(0, maxCharacters)}…` : kept
}

const errorsOf = (body: string): readonly string[] => {
  try {
    const json: unknown = JSON.parse(body)
    const errors = typeof json === 'object' && json !== null && 'errors' in json ? json.errors : undefined
    return Array.isArray(errors) ? errors.filter(error => typeof error === 'string') : [body]
  } catch {
    return [body]
  }
}

const messages = (thrown: unknown, seen: Set<unknown>): readonly string[] => {
  const told = causes(thrown, seen).map(error => ('message' in error && typeof error.message === 'string' ? error.message : '')).filter(
    text => text !== '',
  )
  return told.length > 0 ? told : [codes(thrown).join(' ') || 'the call failed without a word']
}

/** An error, its `cause` and what an AggregateError holds (Node throws one when every address of a name refused). At most 16. */
const causes = (thrown: unknown, seen: Set<unknown>): readonly object[] => {
  if (typeof thrown !== 'object' || thrown === null || seen.has(thrown) || seen.size >= 16) return []
  seen.add(thrown)
  const inner: readonly unknown[] = 'errors' in thrown && Array.isArray(thrown.errors) ? thrown.errors : []
  return [thrown, ...inner.flatMap(error => causes(error, seen)), ...('cause' in thrown ? causes(thrown.cause, seen) : [])]
}
