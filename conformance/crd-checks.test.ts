import type { JsonObject } from '@flink-operator/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Any } from '../e2e/harness/api.ts'
import { runCommand } from '../e2e/harness/helm-release.ts'
import { examples as exampleFiles } from '../scripts/docs/examples.ts'
import { root } from '../scripts/docs/source-files.ts'
import { acceptedAtRandom, acceptedByReference, examples, type NamedResource, statusCorpus } from './accepted-resources.ts'
import { operatorsErrors, resourceOf } from './operators-errors.ts'
import { type RealDefinitions, realDefinitions } from './real-definitions.ts'
import { acceptedSpecs, type CheckedKind, checkedKinds, refusedSpecs } from './refused-specs.ts'

const { KUBECONFIG } = process.env
const title = KUBECONFIG === undefined ? 'the checks of the CRDs on a real API server (skipped: KUBECONFIG names none)'
  : 'the checks of the CRDs, carried out by a real API server'
/** All but the Application of Argo CD, which is not there. */
const appliedByExamples = exampleFiles().flatMap(({ commands }) => commands)
  .map(command => command.replace('kubectl kustomize', 'kubectl apply -k'))
  .filter(command => command.startsWith('kubectl apply ') && !command.includes('argo-cd'))
const seed = Number(process.env['CONFORMANCE_SEED'] ?? Date.now() % 1_000_000)

describe.skipIf(KUBECONFIG === undefined)(title, () => {
  let real!: RealDefinitions
  beforeAll(async () => {
    real = await realDefinitions(KUBECONFIG ?? '')
  })
  afterAll(async () => {
    await real.install('Strict')
    await real.remove()
  })

  const refusals = async (resources: readonly NamedResource[]): Promise<ReadonlyMap<NamedResource, string>> => {
    const all = new Map<NamedResource, string>()
    for (const each of resources) all.set(each, await real.refusal(each.kind, each.resource))
    return all
  }

  describe('N11 what is refused', () => {
    beforeAll(() => real.install('Strict'))

    test.each(checkedKinds)('%s: an accepted spec', async kind => {
      expect(await real.refusal(kind, resourceOf(kind, 'accepted', acceptedSpecs[kind]))).toBe('')
    })

    test.each(refusedSpecs.map(each => [each.kind, each.title, each] as const))(
      '%s, %s: the error names the field, what was found, and what is allowed',
      async (kind, _title, { name, spec, field, found, allowed }) => {
        const said = await real.refusal(kind, resourceOf(kind, name, spec))
        expect(said).toContain(`${field}: `.replace(/: $/u, ''))
        expect(said).toMatch(found)
        expect(said).toMatch(allowed)
      },
    )

    test('what kubectl shows of it', async () => {
      const spec = { ...acceptedSpecs.FlinkDeployment, jobManager: { resource: { memory: '1 potato' } } }
      const said = await real.refusal('FlinkDeployment', resourceOf('FlinkDeployment', 'potato', spec))
      console.log(said)
      expect(said).toMatch(/spec\.jobManager\.resource\.memory: Invalid value: "1 potato": must be an amount of memory such as 2048m/u)
    })
  })

  describe('what the operator accepts, and the lenient CRD, the strict one accepts, too', () => {
    const corpus = [...examples(), ...statusCorpus(), ...acceptedByReference()]
    const random = checkedKinds.flatMap(kind => acceptedAtRandom(kind, kind === 'FlinkBlueGreenDeployment' ? 400 : 800, seed))
    const accepted = [...corpus.filter(({ kind, resource }) => operatorsErrors(kind, resource).length === 0), ...random]
    let lenient!: ReadonlyMap<NamedResource, string>
    let strict!: ReadonlyMap<NamedResource, string>
    beforeAll(async () => {
      await real.install('Lenient')
      lenient = await refusals([...corpus, ...random])
      await real.install('Strict')
      strict = await refusals([...corpus, ...random])
    })

    test(`there are enough of them (seed ${seed})`, () => {
      const count = (of: CheckedKind, among: readonly NamedResource[]): number => among.filter(({ kind }) => kind === of).length
      console.log(Object.fromEntries(checkedKinds.map(kind => [kind, [count(kind, corpus), count(kind, random), count(kind, accepted)]])))
      for (const kind of checkedKinds) expect([kind, count(kind, random)]).toEqual([kind, expect.toSatisfy((it: number) => it > 20)])
      expect(examples().length).toBeGreaterThan(15)
      expect([...lenient].filter(([each, said]) => accepted.includes(each) && said === '').length).toBeGreaterThan(300)
    })

    test(`no contradiction (seed ${seed})`, () => {
      const contradicted = accepted.filter(each => lenient.get(each) === '' && strict.get(each) !== '')
      expect(contradicted.map(each => `${each.from}: ${strict.get(each)}`)).toEqual([])
    })

    test('whatever the reference operator wrote a status for is accepted, but for what it refused itself', () => {
      const ids = new Map(statusCorpus().map(each => [each.from, each]))
      const said = [...strict].filter(([each]) => ids.has(each.from) && lenient.get(each) === '')
      const isRefusedByReference = ({ resource }: NamedResource): boolean =>
        /parallelism must be larger than 0/u.test(JSON.stringify(resource['status']))
      expect(said.length).toBeGreaterThan(50)
      const refused = said.filter(([each, text]) => text !== '' && !isRefusedByReference(each))
      expect(refused.map(([{ from }, text]) => `${from}: ${text}`)).toEqual([])
    })
  })

  describe.each(['Lenient', 'Strict'] as const)('N11 what the examples apply is accepted without a warning, %s CRDs', form => {
    beforeAll(() => real.install(form))

    test.each(appliedByExamples)('%s', async command => {
      const { code, text } = await runCommand(
        'sh',
        ['-c', `cd ${root} && ${command} --server-side --dry-run=server --validate=strict --namespace ${real.namespace}`],
        { PATH: process.env['PATH'], HOME: process.env['HOME'], KUBECONFIG },
      )
      expect([code, text]).toEqual([0, expect.not.stringMatching(/warning/iu)])
    })
  })

  describe('a stored resource that breaks a check, as after a takeover', () => {
    const name = 'a'.repeat(46)
    const broken: JsonObject = {
      ...acceptedSpecs.FlinkDeployment,
      flinkVersion: 'v1_14',
      jobManager: { replicas: 0, resource: { memory: '1 potato' } },
      job: { ...acceptedSpecs.FlinkDeployment.job, parallelism: -2 },
    }
    const path = (): string => real.pathOf('FlinkDeployment', name)
    const patched = (patch: JsonObject, below = ''): Promise<Any> => real.api.mergePatch(`${path()}${below}`, patch)
    beforeAll(async () => {
      await real.install('Lenient')
      const resource = resourceOf('FlinkDeployment', name, broken, real.namespace)
      const finalizers = ['flinkdeployments.flink.apache.org/finalizer']
      await real.api.create(real.pathOf('FlinkDeployment'), {
        ...resource,
        metadata: { ...resource['metadata'] as JsonObject, finalizers },
      })
      await real.install('Strict')
    })

    test('the operator writes its status', async () => {
      expect((await patched({ status: { error: 'x', lifecycleState: 'FAILED' } }, '/status')).status).toMatchObject({ error: 'x' })
      const now = await real.api.get(path())
      const written = await real.api.http.send({
        method: 'PUT',
        path: `${path()}/status`,
        body: JSON.stringify({ ...now, status: { ...now.status, error: 'y' } }),
      })()
      expect(written).toMatchObject({ _tag: 'Right', right: { status: { error: 'y' } } })
    })

    test('labels and annotations can be changed', async () => {
      expect((await patched({ metadata: { labels: { a: 'b' } } })).metadata.labels).toEqual({ a: 'b' })
    })

    test('an edit of another field of the spec waits until what its fields say together is right', async () => {
      await expect(patched({ spec: { image: 'flink:2' } })).rejects.toThrow(/spec\.job\.parallelism.*must be at least 1/u)
      await expect(patched({ spec: { job: { parallelism: 2 } } })).resolves.toMatchObject({ spec: { job: { parallelism: 2 } } })
      await expect(patched({ spec: { image: 'flink:2' } })).resolves.toMatchObject({ spec: { image: 'flink:2', flinkVersion: 'v1_14' } })
    })

    test('a field that is changed is checked', async () => {
      await expect(patched({ spec: { jobManager: { replicas: -1 } } })).rejects.toThrow(/spec\.jobManager\.replicas/u)
      await expect(patched({ spec: { jobManager: { replicas: 1 } } })).resolves.toMatchObject({ spec: { jobManager: { replicas: 1 } } })
    })

    test('it is deleted, and its finalizer goes', async () => {
      await real.api.remove(path())
      expect((await real.api.get(path())).metadata.deletionTimestamp).toBeTruthy()
      await patched({ metadata: { finalizers: null } })
      expect(await real.api.get(path())).toBeNull()
    })
  })
})
