import { expect, test } from 'vitest'
import { aPod, attemptId, notAvailable, restService } from '../../../fixtures/cluster-facts.ts'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import { name, t0 } from '../../../fixtures/flink-deployment-resource.ts'
import { errorMessageOf, lookedAndDecided, written } from '../../../fixtures/round.ts'
import { known, unknown } from '../../contract/fact/fact.ts'

const error = (failedMount: string): string | null => {
  const facts = {
    deployment: known(notAvailable(), t0),
    jobManagerPods: known([aPod({ phase: 'Pending', containers: [], failedMount })], t0),
    configMaps: known([], t0),
    services: known([restService()], t0),
    jobs: unknown('Unreachable', 'nobody answers', t0),
  }
  const status = runningStatus({ record: { podTroubleSince: t0 - 60_000 } })
  return errorMessageOf(written(lookedAndDecided({ status, now: t0, facts: {} }, facts)) ?? status)
}

const deployedAgain = 'a new spec.restartNonce deploys the cluster with it again'
const byHand = `delete Deployment ${name}: the operator then decides anew`

test.each<readonly [string, string, string | null]>([
  ['the ConfigMap that a deploy makes', `configmap "flink-config-${name}" not found`, deployedAgain],
  ['the key of its attempt', `configmap references non-existent config key: attempt-${attemptId}`, deployedAgain],
  ['W42 the key of an attempt that the status does not know', 'configmap references non-existent config key: attempt-1', byHand],
  ["a user's Secret", 'secret "s3-credentials" not found', null],
])('P06 A19 a mount that fails for long names the way on where only a deploy makes what is missing: %s', (_title, message, advice) => {
  const reported = error(message)
  expect(reported).toContain(message)
  expect([deployedAgain, byHand].filter(it => reported?.includes(it))).toEqual(advice === null ? [] : [advice])
})
