/** As much of an answer as a person, an event or a status can use. */
const maxLines = 12
const maxCharacters = 2_000

const frame = /^\s*(at |\.\.\. \d+ (more|common frames))/

/** What is told of an answer whose words are not: nothing that it holds. */
export interface AnswerForm {
  /** `Content-Type` */
  readonly type: string | null
  /** Null: not read to its end. */
  readonly bytes: number | null
}

/** Of a body alone. */
export const formOf = (body: string | null): AnswerForm => ({ type: null, bytes: body === null ? null : Buffer.byteLength(body) })

const mediaType = /^[a-z]{1,20}\/[a-z0-9.+-]{1,60}(?=$|;)/i

/** `57 bytes of text/html` */
export const formWords = ({ type, bytes }: AnswerForm): string =>
  `${bytes === null ? 'too many bytes' : `${bytes} bytes`} of ${mediaType.exec(type ?? '')?.[0] ?? 'an unknown type'}`

/** Flink answers with none of these: what says so stands before it, or in its place. */
const isOfOthers = (status: number): boolean => status < 400 || [401, 402, 403, 407, 511].includes(status)

const isJson = (type: string | null): boolean => type === null || /^application\/(?:json|[a-z.-]{1,60}\+json)(?=$|;|\s)/i.test(type)

/**
 * What Flink said: the texts of its `{"errors": […]}`, without stack frames, first lines only. Of any other body only the form is told: it
 * may come from a server that the reader of an event has no right to ask.
 */
export const serverWords = (status: number, body: string | null, form: AnswerForm = formOf(body)): string => {
  const words = body === null || isOfOthers(status) || !isJson(form.type) ? '' : bounded(errorsOf(body).join('\n'))
  return words !== '' ? words : form.bytes === 0 ? `HTTP ${status} without a text` : `HTTP ${status} with ${formWords(form)}`
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

/** Node quotes the names of a certificate that is for others: whoever answers wrote them. */
const withoutNames = (text: string): string => text.split(/ is not (?:in|cert's) /, 1)[0] ?? ''

const messages = (thrown: unknown, seen: Set<unknown>): readonly string[] => {
  const told = causes(thrown, seen).flatMap(error =>
    'message' in error && typeof error.message === 'string' && error.message !== '' ? [withoutNames(error.message)] : []
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
