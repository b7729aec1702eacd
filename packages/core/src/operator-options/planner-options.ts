import { boolean, integer, list, text } from '../flink-configuration/option-types.ts'
import { startOption } from './operator-option.ts'

/** The planner page, served by the operator from a port of its own. */
export const plannerOptions = {
  plannerEnabled: startOption({
    key: 'planner.enabled',
    type: boolean,
    default: false,
    doc:
      'Serve the planner page at `/planner/` of a port of its own, with the resources that are watched to choose from, without their secrets.',
  }),
  plannerPort: startOption({ key: 'planner.port', type: integer, default: 8086, doc: 'Port of the planner page.' }),
  plannerAddress: startOption({
    key: 'planner.address',
    type: text,
    default: '127.0.0.1',
    doc:
      'IP address that the planner page is served at. At a loopback address only `kubectl port-forward` and the containers of the pod reach it, over plain HTTP, and nobody is asked who they are. At another one, such as 0.0.0.0, it is served over TLS, and a bearer token is needed for all that it shows of resources: TokenReview and SubjectAccessReview of the API server say who may see what.',
  }),
  plannerCertificates: startOption({
    key: 'planner.certificates',
    type: text,
    default: '/planner-certs',
    doc:
      'Folder of tls.crt and tls.key (PEM) of the planner page, where its address is no loopback address. Looked at every 10 s: a new pair is served without a restart.',
  }),
  plannerHosts: startOption({
    key: 'planner.hosts',
    type: list,
    default: [],
    doc:
      'Names (name, or name:port) by which browsers may ask for the planner page, beside localhost, 127.0.0.1 and [::1]. A request by another name is refused.',
  }),
} as const
