import { describe, expect, test } from 'vitest'
import { environment } from '../../../fixtures/environment.ts'
import type { Problem } from './decision.ts'
import { errorText } from './error-text.ts'

const problem: Problem = {
  owner: 'job',
  type: 'org.apache.flink.runtime.JobException',
  message: 'Recovery is suppressed -> java.io.IOException: disk full',
  reason: 'Error',
  causes: [
    { type: 'a.RuntimeException', message: 'no write' },
    { type: 'java.io.IOException', message: 'disk full' },
    { type: 'b.Third', message: 'third' },
  ],
  stackTrace: 'org.apache.flink.runtime.JobException: Recovery is suppressed\n\tat x',
}
const reported = (configuration: Readonly<Record<string, string>> = {}, of = problem): unknown =>
  JSON.parse(errorText(of, environment(0, configuration).options))
const cause = (type: string, message: string) => ({ type, message, additionalMetadata: {} })

describe("status.error in the reference operator's form (control-flow.md, section 1.7)", () => {
  test('by default: two causes, no stack trace, no labels', () => {
    expect(reported()).toEqual({
      type: problem.type,
      message: problem.message,
      additionalMetadata: {},
      throwableList: [cause('a.RuntimeException', 'no write'), cause('java.io.IOException', 'disk full')],
    })
  })

  test('exception.throwable.list.max.count, exception.stacktrace.*, exception.field.max.length', () => {
    expect(reported({
      'kubernetes.operator.exception.throwable.list.max.count': '1',
      'kubernetes.operator.exception.stacktrace.enabled': 'true',
      'kubernetes.operator.exception.stacktrace.max.length': '10',
      'kubernetes.operator.exception.field.max.length': '8',
    })).toEqual({
      type: problem.type,
      message: 'Recovery',
      stackTrace: 'org.apache',
      additionalMetadata: {},
      throwableList: [cause('a.Runtim', 'no write')],
    })
    expect(reported({ 'kubernetes.operator.exception.throwable.list.max.count': '-1' })).toMatchObject({ throwableList: [] })
  })

  test('exception.label.mapper: a label for each pattern that is found in the message or a cause, once; a bad pattern finds nothing', () => {
    expect(reported({
      'kubernetes.operator.exception.label.mapper': 'disk (full|broken):storage,third:storage,^nothing$:none,(:bad',
    })).toMatchObject({ additionalMetadata: { labels: ['storage'] } })
  })

  test('what is no error of a job has them, too', () => {
    const deployment: Problem = {
      owner: 'job-manager',
      type: 'DeploymentFailedException',
      message: 'quota exceeded',
      reason: 'FailedCreate',
    }
    expect(reported({ 'kubernetes.operator.exception.label.mapper': 'quota:capacity' }, deployment)).toMatchObject({
      additionalMetadata: { reason: 'FailedCreate', labels: ['capacity'] },
      throwableList: [],
    })
  })
})
