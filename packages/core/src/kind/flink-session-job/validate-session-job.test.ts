import { describe, expect, test } from 'vitest'
import { decodeFlinkDeployment } from '../../crd/flink-deployment.ts'
import { operatorOptions } from '../../options/operator-options.ts'
import { firstError } from '../../spec/validation/rule.ts'
import { hostToResolve } from './session-jar-uri.ts'
import { validateSessionJob, type SessionJobToValidate } from './validate-session-job.ts'

const clusterSpec = (() => {
  const resource = decodeFlinkDeployment({
    metadata: { name: 'a', namespace: 'b' },
    spec: { flinkVersion: 'v1_20', flinkConfiguration: { 'state.checkpoints.dir': 's3://cp' } },
  })
  if (resource._tag === 'Left') throw new Error('cluster')
  return resource.right.spec
})()
const aJob = {
  jarURI: null,
  parallelism: 1,
  entryClass: null,
  args: [],
  state: 'running',
  savepointTriggerNonce: null,
  initialSavepointPath: null,
  checkpointTriggerNonce: null,
  upgradeMode: 'stateless',
  allowNonRestoredState: null,
  savepointRedeployNonce: null,
  autoscalerResetNonce: null,
} as const
const aSpec = { deploymentName: 'session', job: aJob, restartNonce: null, flinkConfiguration: {} }

const errorOf = (over: Partial<SessionJobToValidate>, operator: Readonly<Record<string, string>> = {}): string | null =>
  firstError(validateSessionJob({
    meta: { namespace: 'ns', name: 'job' },
    spec: aSpec,
    recorded: null,
    sessionCluster: { name: 'session', spec: clusterSpec },
    hosts: {},
    defaults: { configuration: operator, logConfiguration: {} },
    options: operatorOptions(operator).options,
    ...over,
  }))?.message ?? null
const jarError = (jarURI: string, hosts = {}, operator = {}): string | null =>
  errorOf({ spec: { ...aSpec, job: { ...aJob, jarURI } }, hosts }, operator)

describe('FlinkSessionJob (api-and-config.md, section 13.3)', () => {
  test('a good one', () => {
    expect(errorOf({})).toBeNull()
    expect(errorOf({ sessionCluster: null })).toBeNull()
  })
  test.each<readonly [string, Partial<SessionJobToValidate>, string]>([
    ['1', { spec: { ...aSpec, deploymentName: '-a' } }, 'The FlinkDeployment name: -a is invalid'],
    ['2', { spec: { ...aSpec, job: null } }, 'The job spec should not be empty'],
    ['3', { recorded: { spec: { ...aSpec, deploymentName: 'other' } } }, "The deploymentName can't be changed"],
    [
      '5',
      { sessionCluster: { name: 'session', spec: { ...clusterSpec, job: aJob } } },
      'Can not submit session job to application cluster',
    ],
    ['6', { sessionCluster: { name: 'other', spec: clusterSpec } }, "The session job's cluster id is not match with the session cluster"],
    ['7', { spec: { ...aSpec, job: { ...aJob, upgradeMode: 'savepoint' } } }, 'Job could not be upgraded with savepoint'],
    [
      '8',
      { spec: { ...aSpec, flinkConfiguration: { 'job.autoscaler.enabled': true, 'job.autoscaler.excluded.periods': 'x' } } },
      'neither a valid daily expression nor a valid cron',
    ],
  ])('row %s', (_row, over, message) => {
    expect(errorOf(over)).toContain(message)
  })
  test('U14 a session cluster that takes no jar', () => {
    const inCluster = (value: string) => ({ name: 'session', spec: { ...clusterSpec, flinkConfiguration: { 'web.submit.enable': value } } })
    expect(errorOf({ sessionCluster: inCluster('false') })).toBe(
      "web.submit.enable is false in session cluster session: Flink accepts no jar, so the job can't start",
    )
    expect(errorOf({ sessionCluster: inCluster('true') })).toBeNull()
    expect(errorOf({ spec: { ...aSpec, flinkConfiguration: { 'web.submit.enable': 'false' } } })).toBeNull()
  })
  test('C-D18 a session job needs a deploymentName', () => {
    expect(errorOf({ spec: { ...aSpec, deploymentName: null } })).toBe('deploymentName must be set')
  })
  test.each([
    ['not a uri', 'jarURI is not a valid URI: Illegal character in path at index 3: not a uri'],
    ['/opt/a.jar', 'jarURI must include a scheme'],
    [
      'S3://b/a.jar',
      "jarURI scheme 'S3' is not in the allowlist [https]. Configure 'kubernetes.operator.user.artifacts.allowed-schemes' to extend the allowlist.",
    ],
    ['https:a.jar', 'jarURI must include a host for http/https schemes'],
    ['https://my_host/a.jar', 'jarURI must include a host for http/https schemes'],
    ['https://nowhere.example/a.jar', "jarURI host 'nowhere.example' cannot be resolved"],
    ['https://127.0.0.1/a.jar', "jarURI host '127.0.0.1' resolves to a restricted address"],
    ['https://2130706433/a.jar', "jarURI host '2130706433' resolves to a restricted address"],
    ['https://172.31.255.255/a.jar', "jarURI host '172.31.255.255' resolves to a restricted address"],
    ['https://[::1]:8443/a.jar', "jarURI host '[::1]' resolves to a restricted address"],
    ['https://[::ffff:10.0.0.1]/a.jar', "jarURI host '[::ffff:10.0.0.1]' resolves to a restricted address"],
    ['https://[ff02::1]/a.jar', "jarURI host '[ff02::1]' resolves to a restricted address"],
    ['https://172.32.0.1/a.jar', null],
    ['https://[fd00::1]/a.jar', null],
    ['https://user@repo.example:8443/a.jar?x#y', null],
  ])('row 4: %s', (uri, message) => {
    expect(jarError(uri, { 'repo.example': ['203.0.113.10'] })).toBe(message)
  })
  test('C-D15 every address of the host has to be allowed', () => {
    expect(jarError('https://repo.example/a.jar', { 'repo.example': ['203.0.113.10', '10.0.0.1'] })).toContain('restricted address')
    expect(hostToResolve('https://repo.example:1/a.jar')).toBe('repo.example')
    expect([null, 's3://b/a.jar', 'https://10.0.0.1/a.jar', 'not a uri'].map(hostToResolve)).toEqual([null, null, null, null])
  })
  test('restricted hosts may be allowed by the operator', () => {
    expect(jarError('https://127.0.0.1/a.jar', {}, { 'kubernetes.operator.user.artifacts.disallow-restricted-hosts': 'false' })).toBeNull()
  })
})
