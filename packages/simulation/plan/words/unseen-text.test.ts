import { describe, expect, test } from 'vitest'
import { unseenIn } from '@flink-operator/core/explain'
import { absent, known, unknown } from '@flink-operator/core/fact'
import { unseenText } from './unseen-text.ts'

describe('F19 a look that failed on its way is told, and no answer rests on it', () => {
  test.each(['Unreachable', 'Timeout', 'Forbidden', 'Undecodable'] as const)('%s', reason => {
    const unseen = unseenIn({ deployment: absent(0), jobs: unknown(reason, 'getaddrinfo ENOTFOUND https://u:marker@app-rest', 0) })
    expect(unseen).toMatchObject([{ fact: 'jobs', reason }])
    expect(unseenText(unseen)).toMatch(/^Flink could not be asked from here .* it is not known: jobs\./)
    expect(unseenText(unseen)).not.toContain('marker')
  })

  test('Flink that says it is not ready has answered; a look that was not made is none', () => {
    expect(unseenIn({ jobs: unknown('NotReady', 'leader election', 0), configMaps: known([], 0) })).toEqual([])
    expect(unseenText([])).toBeNull()
  })
})
