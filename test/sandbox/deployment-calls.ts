import { expect } from 'vitest'
import { aFlinkDeployment, deploymentsPath, type Parsed, type TestSandbox, until, untilStable } from './a-sandbox.ts'

const merge = 'application/merge-patch+json'

export const apply = async (sandbox: TestSandbox, resource: unknown): Promise<void> => {
  expect((await sandbox.call('POST', deploymentsPath, resource)).status).toBe(201)
}

export const patch = async (sandbox: TestSandbox, name: string, change: unknown): Promise<void> => {
  expect((await sandbox.call('PATCH', `${deploymentsPath}/${name}`, change, merge)).status).toBe(200)
}

export const edit = (sandbox: TestSandbox, name: string, spec: unknown): Promise<void> => patch(sandbox, name, { spec })

export const read = async (sandbox: TestSandbox, name: string): Promise<Parsed> =>
  (await sandbox.call('GET', `${deploymentsPath}/${name}`)).body

export const runningJob = async (sandbox: TestSandbox, name: string): Promise<Parsed> =>
  (await sandbox.flinkState(name)).jobs.find((job: { state: string }) => job.state === 'RUNNING')

/** The running job, once it has a checkpoint. */
export const checkpointed = (sandbox: TestSandbox, name: string): Promise<Parsed> =>
  until(`a checkpoint of ${name}`, async () => {
    const job = await runningJob(sandbox, name)
    return job?.checkpoint === null || job === undefined ? null : job
  })

export const count = async (sandbox: TestSandbox, path: string): Promise<number> => (await sandbox.call('GET', path)).body.items.length

export const eventReasons = async (sandbox: TestSandbox): Promise<readonly string[]> =>
  (await sandbox.call('GET', '/api/v1/namespaces/default/events')).body.items.map(({ reason }: Parsed) => reason)

/** A job is deployed and upgraded; on the way one answer gets lost and one write is refused. */
export const upgradeThroughLostAnswers = async (sandbox: TestSandbox, name: string): Promise<void> => {
  await apply(sandbox, aFlinkDeployment(name))
  await untilStable(sandbox, name)
  await edit(sandbox, name, { job: { parallelism: 4 } })
  await sandbox.chaos('lose-answers', { count: 1 })
  await sandbox.chaos('fail-writes', { count: 1 })
  await untilStable(sandbox, name, 2)
}
