import { describe, expect, test } from 'vitest'
import { blueGreenRound } from '../../../../fixtures/blue-green.ts'
import { aBlueGreen, blueGreenSpec } from '../../../../fixtures/a-blue-green.ts'
import { t0 } from '../../../../fixtures/flink-deployment-resource.ts'
import { encodeBlueGreenSpec } from '../blue-green-codec.ts'
import { absent } from '../../../contract/fact/fact.ts'
import type { Facts } from '../../../contract/fact/facts.ts'
import { classify } from '../classify-blue-green.ts'

const directories = { 'execution.checkpointing.savepoint-dir': 's3://b/sp', 'execution.checkpointing.dir': 's3://b/cp' }
const specOf = (upgradeMode: string) => blueGreenSpec({ job: { upgradeMode }, configuration: directories })
const nobody = { 'target@blue': absent(t0), 'target@green': absent(t0) } as unknown as Facts

/** Taken over from the reference operator, or put back by a backup: a state, and no child of either colour. */
const rowOf = (blueGreenState: string, upgradeMode: string): string => {
  const spec = specOf(upgradeMode)
  const status = { blueGreenState, jobStatus: { state: 'RUNNING' }, lastReconciledSpec: encodeBlueGreenSpec(aBlueGreen(spec).spec) }
  return classify(blueGreenRound(aBlueGreen(spec, {}, status), nobody)).row.then
}

describe('both children are gone', () => {
  test.each(['TRANSITIONING_TO_GREEN', 'TRANSITIONING_TO_BLUE', 'SAVEPOINTING_BLUE', 'ACTIVE_BLUE', 'ACTIVE_GREEN'])(
    'P01 P07 adopted-transition/transitioning-without-child %s: a stateful job is not started from nothing, a stateless one is',
    state => {
      expect(rowOf(state, 'savepoint')).toBe('ReportLost')
      expect(rowOf(state, 'last-state')).toBe('ReportLost')
      expect(rowOf(state, 'stateless')).toBe('CreateAgain')
    },
  )
})
