import { describe, expect, test } from 'vitest'
import { basisWords, type Observed, usable } from './basis.ts'
import { planChosen, type PlannedResource, readTexts, type Texts } from './plan-texts.ts'

const observed: Observed = {
  kind: 'FlinkDeployment',
  namespace: 'jobs',
  name: 'app',
  at: 1_700_000_000_000,
  age: 12_400,
  resourceVersion: '7',
  facts: { jobs: { source: 'live', asOf: 1, _tag: 'Unknown', reason: 'Timeout', message: 'late' } },
}
const app = (version: string, name = 'app'): string =>
  `apiVersion: flink.apache.org/v1beta1
kind: FlinkDeployment
metadata: {name: ${name}, namespace: jobs, resourceVersion: '${version}'}
spec: {image: 'flink:1.20', flinkVersion: v1_20, serviceAccount: flink, job: {jarURI: 'local:///a.jar', parallelism: 1, upgradeMode: stateless},
  jobManager: {resource: {memory: 1024m, cpu: 1}}, taskManager: {resource: {memory: 1024m, cpu: 1}}}
`
const planned = (texts: Texts): PlannedResource => planChosen(texts, readTexts(texts), 0).plan ?? expect.fail('it is planned')
const plan = (text: string, look: Observed | null) => planned({ deployed: text, edit: text, observed: look })

describe('what a plan begins with is said', () => {
  test.each<readonly [string, string, Observed | null, RegExp]>([
    ['no cluster was contacted', app('7'), null, /^No cluster was contacted\. The deployed job is assumed to match its status/],
    ['the look is of another resource', app('7', 'other'), observed, /^No cluster was contacted/],
    ['the resource was written since', app('8'), observed, /^The operator observed it last 12 s before .* The resource was written since/],
    ['nothing is deployed', '', observed, /^Nothing is deployed yet/],
  ])('%s', (_title, deployed, look, words) => {
    const edit = deployed === '' ? app('7') : deployed
    const { basis, story } = planned({ deployed, edit, observed: look })
    expect(basis).toMatch(words)
    expect(story.seen).toBeNull()
  })

  test('the look counts: how old it is, what it saw, and what it could not see', () => {
    const { deployed } = plan(app('7'), observed)
    expect(usable(observed, deployed)).toBe(observed)
    expect(basisWords(observed, deployed, { deployment: '1 of 1 available', jobs: 'unknown: Timeout' })).toBe(
      'The plan begins with the last observation of the operator, 12 s before this page read it, at 2023-11-14T22:13:20.000Z: deployment 1 of 1 available. '
        + 'The operator could not observe: jobs unknown: Timeout. Everything else is as the status says. Flink was not queried again.',
    )
  })
})
