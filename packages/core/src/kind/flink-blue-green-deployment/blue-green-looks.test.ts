import { describe, expect, test } from 'vitest'
import { activeBlue, decidedIn, edited, gone, later, served, settled } from '../../../fixtures/blue-green.ts'
import { aPlay, type Play } from '../../../fixtures/played-blue-green.ts'
import { blueGreenSpec } from '../../../fixtures/a-blue-green.ts'
import {
  deleting,
  image,
  job,
  ofOthers,
  retiring,
  savepointed,
  stateless,
  switching,
  unready,
  withStatus,
  withUid,
} from '../../../fixtures/blue-green-plays.ts'
import { absent, unknown } from '../../contract/fact/fact.ts'
import type { Facts } from '../../contract/fact/facts.ts'

const children = 'ReadFlinkDeployment@blue ReadFlinkDeployment@green'
const jobs = `${children} | GetJobsOverview`
const savepoint = `${children} | GetJobsOverview@blue GetSavepointOperation@blue`
const asked = (): Play => settled(edited(activeBlue(), image('two')))
const edit = (): Play => edited(activeBlue(), image('two'))
const failed = (times: number, retryAt: number, generation = 2): Play => {
  const play = edit()
  return withStatus(play, {
    operatorRecord: { ...play.parent?.status.operatorRecord, failed: { generation, times, retryAt, reason: 'x' } },
  })
}
/** Green serves, and blue is gone. */
const green = (): Play => settled(gone(retiring(), 'app-blue'))

/** What a round asks, look by look. */
const looksIn = (play: Play, seen: Facts = {}): string =>
  decidedIn(play, {}, seen).asked.map(queries => queries.map(({ _tag, slot }) => `${_tag}@${slot ?? ''}`).join(' ')).join(' | ')

describe('P05 P14 what is looked at: both children, live, in each round; Flink, where a savepoint of it is due or under way', () => {
  test.each<readonly [string, Play, string]>([
    ['nothing was deployed yet', aPlay(), children],
    ['section 4.7 nothing is to be done: the ingress', activeBlue(), `${children} | ReadIngress@`],
    ['PATCH_CHILD asks for no savepoint', edited(activeBlue(), job({ upgradeMode: 'last-state' })), children],
    ['a suspension asks for none', edited(activeBlue(), job({ state: 'suspended' })), children],
    ['nor does SAVEPOINT_REDEPLOY', edited(activeBlue(), job({ savepointRedeployNonce: 1, initialSavepointPath: 's3://x' })), children],
    ['nor an edit that is not valid', edited(activeBlue(), job({ parallelism: -1 })), children],
    [
      'nor a stateless job',
      edited(activeBlue(blueGreenSpec(stateless)), blueGreenSpec({ ...stateless, rest: { image: 'two' } })),
      children,
    ],
    [
      'nor any edit while it is suspended',
      edited(suspendedBlue(), blueGreenSpec({ job: { state: 'suspended' }, rest: { image: 'x' } })),
      children,
    ],
    ['TRANSITION of a stateful job: is it RUNNING?', edit(), `${jobs}@blue`],
    ['the same of green', edited(green(), image('three')), `${jobs}@green`],
    ['blue is not ready', unready(edit(), 'app-blue'), children],
    ['blue is being deleted', deleting(edit(), 'app-blue'), children],
    [
      'green of before is still there',
      { ...edit(), children: { ...edit().children, 'app-green': switching().children['app-green'] } },
      children,
    ],
    ['the name of green is taken', ofOthers(edit(), 'app-green'), children],
    ['E-32 it failed, and its time has come', failed(2, 0), `${jobs}@blue`],
    ['E-32 it failed, and its time has not come', failed(2, edit().now + 1), children],
    ['E-32 it failed too often', failed(3, 0), children],
    ['E-32 another spec failed', failed(3, edit().now + 1, 1), `${jobs}@blue`],
    ['a savepoint is under way', asked(), savepoint],
    ['E-38 of a blue that was replaced', withUid(asked(), 'app-blue', 'another'), savepoint],
    ['E-38 of a job that was replaced', served(changed(asked()), 'app-blue'), children],
    ['E-38 blue is gone', gone(asked(), 'app-blue'), children],
    ['E-38 blue is being deleted', deleting(asked(), 'app-blue'), children],
    ['green is about to be created', savepointed(), children],
    ['green comes up', switching(), children],
    ['blue goes', retiring(), children],
  ])('%s', (_title, play, looks) => {
    expect(looksIn(play)).toBe(looks)
  })

  test('E-38 an id that Flink does not know for long: its checkpoints tell, where they are asked for', () => {
    const seen: Facts = { 'savepointOperation@blue': absent(0) }
    const play = asked()
    expect(looksIn(play, seen)).toBe(`${children} | GetJobsOverview@blue`)
    expect(looksIn(later(play, 300_000), seen)).toBe(`${children} | GetJobsOverview@blue | GetCheckpoints@blue`)
    const operation = decidedIn(later(play, 300_000), {}, seen).asked[2]?.[0]
    expect(operation).toMatchObject({ jobId: play.parent?.status.operation?.jobId, endpoint: { service: 'app-blue-rest' } })
  })

  test('what is asked of Flink is asked of the job and by the id that are recorded', () => {
    const [, queries = []] = decidedIn(asked()).asked
    const { operation } = asked().parent?.status ?? {}
    const endpoint = { namespace: 'ns', service: 'app-blue-rest', port: 8081 }
    expect(queries).toMatchObject([{ endpoint }, { endpoint, jobId: operation?.jobId, triggerId: operation?.id }])
  })

  test('a child that could not be seen: Flink is not asked for it', () => {
    for (const slot of ['blue', 'green'] as const) {
      const seen: Facts = { [`target@${slot}`]: unknown('Timeout', 'late', 0, 'live') }
      expect(looksIn(edit(), seen)).not.toContain('GetSavepointOperation')
    }
  })
})

function suspendedBlue(): Play {
  return settled(served(settled(edited(activeBlue(), job({ state: 'suspended' }))), 'app-blue'))
}

/** Somebody changed blue: its next generation has another job. */
function changed(play: Play): Play {
  const blue = play.children['app-blue']
  return blue === undefined ? play
    : {
      ...play,
      children: { ...play.children, 'app-blue': { ...blue, view: { ...blue.view, meta: { ...blue.view.meta, generation: 9 } } } },
    }
}
