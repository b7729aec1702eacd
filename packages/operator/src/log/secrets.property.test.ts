import type { JsonObject } from '@flink-operator/core'
import { replayRound } from '@flink-operator/core/explain'
import { kinds } from '@flink-operator/kinds'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explained, merged, type Perform, planned, resource, rounds, reported } from '../../test/reported-outputs.ts'
import { recordingLine } from '../replay/recorder.ts'

/** Where a person may have put a secret into a spec, and how. */
const places: Readonly<Record<string, (secret: string) => JsonObject>> = {
  'a key of the configuration': secret => ({ flinkConfiguration: { 's3.secret-key': secret } }),
  'a nested key': secret => ({ flinkConfiguration: { fs: { s3a: { secret: { key: secret } } } } }),
  'a key of any case': secret => ({ flinkConfiguration: { 'my.ApiKey': secret } }),
  'a JAAS text': secret => ({ flinkConfiguration: { 'x.login': `PlainLoginModule required username="u" password="${secret}";` } }),
  'a JDBC URL': secret => ({ flinkConfiguration: { 'x.url': `jdbc:postgresql://h/db?user=u&password=${secret}` } }),
  'user information': secret => ({ flinkConfiguration: { 'x.url': `https://u:${secret}@h/a` } }),
  'an option of the VM': secret => ({ flinkConfiguration: { 'env.java.opts.all': `-Dx=1 -Dfoo.Password=${secret}` } }),
  'a variable of the JobManager': secret => ({ flinkConfiguration: { 'containerized.master.env.FOO': secret } }),
  'an argument after its flag': secret => ({ job: { args: ['--db.password', secret] } }),
  'an argument behind an equals sign': secret => ({ job: { args: [`--password=${secret}`] } }),
  "the jar's URI": secret => ({ job: { jarURI: `https://u:${secret}@repo/a.jar` } }),
  "a savepoint's path": secret => ({ job: { initialSavepointPath: `s3://u:${secret}@b/x` } }),
  'a variable of a container': secret => ({
    podTemplate: { spec: { containers: [{ name: 'flink-main-container', env: [{ name: 'DSN', value: secret }] }] } },
  }),
  'a log configuration': secret => ({ logConfiguration: { 'log4j-console.properties': `appender.http.url=https://u:${secret}@x` } }),
  'an annotation of the ingress': secret => ({ ingress: { template: 'x.{{name}}', annotations: { 'auth-token': secret } } }),
}

const secrets = fc.stringMatching(/^[A-Za-z0-9]{3}[A-Za-z0-9_~!*]{5,20}$/).map(text => `Mk${text}`)

test(
  'F18 P23 a secret in any place of a spec comes out of no event, status, log line, narration, recording, plan or explanation, whatever server repeats it',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        secrets,
        secrets,
        fc.constantFrom(...Object.keys(places)),
        fc.constantFrom('', 'PersistStatus', 'CreateObject', 'AddFinalizer'),
        fc.boolean(),
        fc.boolean(),
        async (secret, next, place, failing, isInvalid, isRepeated) => {
          const put = places[place] ?? (() => ({}))
          const wrong: JsonObject = isInvalid ? { job: { parallelism: -1 } } : {}
          const [before, after] = [resource(put(secret)), resource(merged(put(next), wrong), 2)]
          const words = (of: string): string => `admission webhook denied it: ${isRepeated ? of : `password=${secret}`}: Invalid value`
          const refuse =
            (of: string): Perform =>
            tag => (tag === failing ? { _tag: 'Invalid', message: words(of), applied: 'No', httpStatus: 422, retryAfter: null } : null)
          const begun = await rounds(before, refuse(secret), words(secret), 3)
          const status = begun.flatMap(({ outcomes }) =>
            outcomes.flatMap((
              { action, result },
            ) => (action._tag === 'PersistStatus' && result === 'done' ? [JSON.parse(JSON.stringify(action.status)) as JsonObject] : []))
          ).at(-1)
          const edited = await rounds(status === undefined ? after : { ...after, status }, refuse(`"${next}" (${next})`), words(next), 2)
          const lines = [...begun, ...edited].map(report => recordingLine('FlinkDeployment', report)).filter(line => line !== null)
          const all = [
            ...[...begun, ...edited].map(report => reported(report)),
            ...lines,
            await explained(after),
            planned(null, after),
            planned(before, after),
          ]
          for (const text of all) {
            expect(text).not.toContain(secret)
            expect(text).not.toContain(next)
          }
          for (const line of lines) {
            const again = replayRound(kinds, JSON.parse(line) as never)
            expect(again._tag === 'Differs' ? again.first : again._tag).toBe('Same')
          }
        },
      ),
      { numRuns: Math.min(60, Number(process.env['FC_RUNS'] ?? 60)) },
    )
  },
  240_000,
)
