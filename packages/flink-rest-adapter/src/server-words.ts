/** Limits of a quoted answer, for a user, an event or a status. */
const maxLines = 12
const maxCharacters = 2_000

const frame = /^\s*(at |\.\.\. \d+ (more|common frames))/

/** What is shown of an answer that must not be quoted: nothing of its content. */
export interface AnswerForm {
  /** `Content-Type` */
  readonly type: string | null
  /** Null: not read to its end. */
  readonly bytes: number | null
}

/** The form of a body alone. */
export const formOf = (body: string | null): AnswerForm => ({ type: null, bytes: body === null ? null : Buffer.byteLength(body) })

const mediaType = /^[a-z]{1,20}\/[a-z0-9.+-]{1,60}(?=$|;)/i

/** `57 bytes of text/html` */
export const formWords = ({ type, bytes }: AnswerForm): string =>
  `${bytes === null ? 'too many bytes' : `${bytes} bytes`} of ${mediaType.exec(type ?? '')?.[0] ?? 'an unknown type'}`

/** Flink answers with none of these statuses: they come from a proxy or another server. */
const isOfOthers = (status: number): boolean => status < 400 || [401, 402, 403, 407, 511].includes(status)

const isJson = (type: string | null): boolean => type === null || /^application\/(?:json|[a-z.-]{1,60}\+json)(?=$|;|\s)/i.test(type)

/**
 * Flink's own words: the texts of its `{"errors": […]}`, without stack frames, first lines only. Of any other body only the form is
 * shown: it may come from a server that the reader of an event has no right to query.
 */
export const serverWords = (status: number, body: string | null, form: AnswerForm = formOf(body)): string => {
  const words = body === null || isOfOthers(status) || !isJson(form.type) ? '' : bounded(errorsOf(body).join('\n'))
  return words !== '' ? words : form.bytes === 0 ? `HTTP ${status} without a text` : `HTTP ${status} with ${formWords(form)}`
}

/** The client's words for a call without an answer. Causes may refer to each other in a circle (B14): each is shown once. */
export const clientWords = (thrown: unknown): string => bounded([...new Set(messages(thrown, new Set()))].join('; '))

/** The machine-readable codes of an error and its causes, outermost first: `ECONNREFUSED`, `ERR_TLS_CERT_ALTNAME_INVALID`, … */
export const codes = (thrown: unknown): readonly string[] =>
  causes(thrown, new Set()).flatMap(error => ('code' in error && typeof error.code === 'string' ? [error.code] : []))

/** Java puts stack frames between the messages; they are removed before the lines are counted. */
export const bounded = (text: string): string => {
  const lines = text.slice(0, 200_000).split(/\r?\n/).filter(line => line.trim() !== '' && !frame.test(line))
  const kept = lines.slice(0, maxLines).join('\n')
  return kept.length > maxCharacters ? `${Buffer.from(kept.slice(0, maxCharacters)).toString()}…` : kept
}

const errorsOf = (body: string): readonly string[] => {
  try {
    const json: unknown = JSON.parse(body)
    const errors = typeof json === 'object' && json !== null && Object.hasOwn(json, 'errors') ? (json as { errors: unknown }).errors : []
    return Array.isArray(errors) ? errors.filter(error => typeof error === 'string') : []
  } catch {
    return []
  }
}

/** Removes the names in a mismatched certificate, which Node quotes: the server that answered chose them. */
const withoutNames = (text: string): string => text.split(/ is not (?:in|cert's) /, 1)[0] ?? ''

const messages = (thrown: unknown, seen: Set<unknown>): readonly string[] => {
  const reported = causes(thrown, seen).flatMap(error =>
    'message' in error && typeof error.message === 'string' && error.message !== '' ? [withoutNames(error.message)] : []
  )
  return reported.length > 0 ? reported : [codes(thrown).join(' ') || 'the call failed without a word']
}

/** An error, its `cause` and the errors of an AggregateError (Node throws one when every address of a name refused). At most 16. */
const causes = (thrown: unknown, seen: Set<unknown>): readonly object[] => {
  if (typeof thrown !== 'object' || thrown === null || seen.has(thrown) || seen.size >= 16) return []
  seen.add(thrown)
  const inner: readonly unknown[] = 'errors' in thrown && Array.isArray(thrown.errors) ? thrown.errors : []
  return [thrown, ...inner.flatMap(error => causes(error, seen)), ...('cause' in thrown ? causes(thrown.cause, seen) : [])]
}
