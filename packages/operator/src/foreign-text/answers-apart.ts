import type { AnswerNotRead, AnswerRead, ReadApart } from '@flink-operator/flink-rest-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { NotRead } from './foreign-text.ts'
import type { ReadingPool } from './reading-pool.ts'

const notRead = ({ _tag, message }: NotRead): AnswerNotRead => ({ _tag: _tag === 'Exceeded' ? 'Exceeded' : 'Unread', message })

/** Lets the pool parse the answers of Flink. */
export const answersApart = (pool: Pick<ReadingPool, 'read'>): ReadApart => async (task, { owner, signal }) => {
  const { buffer, byteLength } = task.bytes
  const moved = buffer instanceof ArrayBuffer ? [buffer] : []
  const read = await pool.read({ task: 'answer', input: task, moved, bytes: byteLength, owner, signal })
  return E.bimap(notRead, result => result as AnswerRead)(read)
}
