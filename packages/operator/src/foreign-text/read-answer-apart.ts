import { type AnswerTask, readAnswerTask } from '@flink-operator/flink-rest-adapter'
import { refusalOfProxy } from '../effect/refusal-of-proxy.ts'

/** Parses an answer of Flink in a worker. */
export const readAnswerApart = (input: unknown): Promise<unknown> => Promise.resolve(readAnswerTask(input as AnswerTask, refusalOfProxy))
