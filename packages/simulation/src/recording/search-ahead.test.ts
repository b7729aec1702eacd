import { describe, expect, test } from 'vitest'
import type { RecordedLook } from '@flink-operator/core/explain'
import { changed, known, lookAt, recording } from '../../fixtures/kept-recordings.ts'
import { explainRecording } from './explain-recording.ts'

/** What Flink did before anything told of it, and what a watch told long after it was so. */
describe('what showed late is a path of the model', () => {
  test('a JobManager in reactive mode is of the adaptive scheduler: its job waits for TaskManagers', () => {
    expect(explainRecording(recording('standalone-flink-1.20'))).toMatchObject({ _tag: 'Explained', breaches: [] })
  })

  test('P14 a pod whose Deployment was deleted by hand goes some time after it; its job had stored a checkpoint that only its end shows', () => {
    expect(explainRecording(recording('last-state-cancel-flink-2.3'))).toMatchObject({ _tag: 'Explained', breaches: [] })
  })

  test('a leader that stood still tells of the cluster as it was before', () => {
    expect(
      explainRecording(
        recording('chaos-leader-flink-1.20-1', 'chaos-leader-flink-1.20-2', 'chaos-leader-flink-1.20-3', 'chaos-leader-flink-1.20-4'),
      ),
    )
      .toMatchObject({ _tag: 'Explained', breaches: [] })
  })

  test('P01 a JobManager that is deleted before its container runs comes up, goes on with its job and stores checkpoints', () => {
    expect(explainRecording(recording('chaos-pods-flink-2.3'))).toMatchObject({ _tag: 'Explained', breaches: [] })
  })

  test('with one line changed it is refused: the checkpoint that a job ended with is older than one before', () => {
    const all = recording('last-state-cancel-flink-2.3')
    const line = all.findLastIndex(({ value }) =>
      'line' in value && value.line === 'Look' && value.query._tag === 'GetCheckpoints' && value.fact._tag === 'Known'
      && (value.fact.value as { readonly completed: object | null }).completed !== null
    )
    expect(line).toBeGreaterThan(lookAt(all, 'GetCheckpoints'))
    const older = known((it: { readonly completed: object }) => ({
      ...it,
      completed: { ...it.completed, id: 1, externalPath: 'file:/of/another/job' },
    }))
    const explained = explainRecording(changed(all, line, (look: RecordedLook) => older(look)), { steps: 5, worlds: 60, back: 16 })
    expect(explained).toMatchObject({ _tag: 'Unexplained', line })
  })
})
