import { describeResource } from '../harness/application.ts'
import { eventually } from '../harness/eventually.ts'
import type { JarServer } from '../harness/jar-server.ts'
import { fetchesFromHere, sessionJobManifest, sessionManifest } from '../harness/session-manifest.ts'
import { aJarServer, clusterReady } from './session.ts'
import { proveCarried } from './state-carried.ts'
import { type Evidence, expect, type Stage, type Story } from './story.ts'

const name = 'savepoint'

/** The very first submit, in which the operator is killed after so many effects: one job comes of it, never two. */
const firstSubmit = async (
  stage: Stage,
  server: JarServer,
  boundary: number,
): Promise<Evidence & { readonly effects: readonly string[] }> => {
  const job = `${name}-${boundary}`
  const doomed = await stage.operate(boundary === 0 ? undefined : `after:${boundary}`)
  const manifest = sessionJobManifest({ namespace: stage.namespace, name: job, upgradeMode: 'savepoint', jarURI: server.url })
  const application = await stage.createSessionJob(manifest)
  const describe = async (): Promise<string> => describeResource(await application.resource())
  await eventually(
    'the operator dies, or the job runs',
    { within: 240_000, describe },
    async () => doomed.exit() !== null || (await application.resource()).status?.lifecycleState === 'STABLE',
  )
  const died = doomed.exit() !== null
  const effects = doomed.effects()
  if (died) expect(doomed.exit()?.signal === 'SIGKILL', `the operator ended by itself: ${JSON.stringify(doomed.exit())}`)
  else await doomed.stop()
  const next = await stage.operate()
  const { id } = await application.stable(1, 'first')
  const before = await application.checkpointed()
  // and it can be upgraded: what is recorded of it is right
  await application.stable(await application.rename('second'), 'second')
  const text = await proveCarried(application, before, { by: 'savepoint' })
  await application.remove()
  await eventually(`${job} is gone`, { within: 120_000, describe }, async () => (await application.leftovers()).length === 0)
  await next.stop()
  return { effects, text: `${died ? 'killed' : 'nothing was left to kill'}; job ${id.slice(0, 8)}; upgraded: ${text}` }
}

/** An effect without what differs from run to run. */
const nameOf = (effect = ''): string => effect.replace(/[0-9a-f]{32}/g, '…').replace(/^(write status: .{0,60}).*/s, '$1').slice(0, 100)

/** The operator killed at each boundary of a session job's submit. */
export const crashSessionJob: Story = {
  name: 'crash-session-job',
  short: [],
  configuration: fetchesFromHere,
  tell: async stage => {
    const server: { jar: JarServer | null } = { jar: null }
    let effects: readonly string[] = []
    try {
      await stage.step('a submit without a crash', async () => {
        server.jar = await aJarServer(stage)
        const operator = await stage.operate()
        const { namespace, version, settings } = stage
        const cluster = await stage.create(sessionManifest(settings, { namespace, version, highAvailability: false }))
        await clusterReady(cluster)
        await operator.stop()
        const done = await firstSubmit(stage, server.jar, 0)
        effects = done.effects
        return { text: `${effects.length} effects; ${done.text}` }
      })
      const all = effects.map((_, index) => index + 1)
      for (const boundary of stage.settings.boundaries ?? all) {
        await stage.step(
          `killed after effect ${boundary}: ${nameOf(effects[boundary - 1])}`,
          () => firstSubmit(stage, server.jar!, boundary),
          { independent: true },
        )
        await stage.calm()
      }
    } finally {
      await server.jar?.close()
    }
  },
}
