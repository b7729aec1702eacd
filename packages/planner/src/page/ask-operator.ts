import * as E from 'fp-ts/lib/Either.js'
import { liveText } from '../view/live-text.ts'

/** The operator did not answer with what was asked. */
export class NotAnswered extends Error {
  readonly status: number
  constructor(status: number, line: string) {
    super(`the operator answers ${status}${line === '' ? '' : `: ${line}`}`)
    this.status = status
  }
}

const longestLine = 300

/** Its words are one line of text. */
const wordsOf = async (answer: Response): Promise<string> =>
  (answer.headers.get('content-type') ?? '').startsWith('text/plain') ? (await answer.text()).trim().slice(0, longestLine) : ''

const answered = async (path: string, token: string | null): Promise<Response> => {
  const answer = await fetch(path, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
  })
  if (!answer.ok) throw new NotAnswered(answer.status, await wordsOf(answer))
  return answer
}

export const askJson = async <A>(path: string, token: string | null): Promise<A> => await (await answered(path, token)).json() as A

/** A resource, as the YAML that the page edits. */
export const askResource = async (path: string, token: string | null): Promise<string> => {
  const text = liveText(await (await answered(path, token)).text())
  if (E.isLeft(text)) throw new Error(text.left)
  return text.right
}
