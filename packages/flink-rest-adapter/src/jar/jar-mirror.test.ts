import { expect, onTestFinished, test } from 'vitest'
import { jarOf, jarServer } from '../../test/jar-server.ts'
import { httpJar } from './http-jar.ts'
import { jarMirror } from './jar-mirror.ts'
import type { JarRules } from './jar-source.ts'
import { jarSources, openJar } from './open-jar.ts'

const rules: JarRules = {
  allowedSchemes: ['https'],
  restriction: () => 'an address of ours',
  headers: { authorization: 'Bearer planted-marker' },
  maxBytes: 1_000,
  maxRedirects: 3,
  timeout: 60_000,
}

/** What comes of a jar while the mirror answers. */
const fetched = async (jarURI: string, status = 200) => {
  const mirror = await jarServer('127.0.0.1', (_, outgoing) => void outgoing.writeHead(status).end(jarOf(10)))
  onTestFinished(mirror.close)
  const sources = { ...jarSources, ...jarMirror(`${mirror.url}/jars/`, httpJar(undefined, {})) }
  const outcome = await openJar(jarURI, rules, AbortSignal.timeout(60_000), sources).then(jar => {
    jar.close()
    return 'opened'
  }, (thrown: unknown) => (thrown as Error).message)
  return { outcome, asked: mirror.asked }
}

test('a jar of any host comes from the mirror, whose address jars may not have; headers and query stay here (E-40)', async () => {
  const { outcome, asked } = await fetched('https://repo.example:8443/org/job.jar?signature=planted-marker')
  expect(outcome).toBe('opened')
  expect(asked.map(({ path }) => path)).toEqual(['/jars/repo.example:8443/org/job.jar'])
  expect(JSON.stringify(asked)).not.toContain('planted-marker')
})

test('the schemes stay those that are allowed', async () => {
  const { outcome, asked } = await fetched('http://repo.example/job.jar')
  expect(outcome).toContain('scheme http is not allowed')
  expect(asked).toEqual([])
})

test('an error names the mirror', async () => {
  expect((await fetched('https://repo.example/job.jar', 404)).outcome).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/jars\/repo\.example\/job\.jar answers HTTP 404$/,
  )
})
