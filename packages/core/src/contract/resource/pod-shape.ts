/** The allowed type of a pod field: a value type, a list, or an object with such fields. Fields that are not listed may hold anything. */
export type Shape = ShapeLeaf | readonly [Shape] | { readonly [field: string]: Shape }
export type ShapeLeaf = 'text' | 'whole number' | 'true or false' | 'texts by name' | 'amounts by name'

export const isListShape = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape)

const metadata = { name: 'text', labels: 'texts by name', annotations: 'texts by name' } as const
const keyOf = { name: 'text', key: 'text', optional: 'true or false' } as const
const files = [{ key: 'text', path: 'text', mode: 'whole number' }] as const
const terms = [{ key: 'text', operator: 'text', values: ['text'] }] as const
const labelSelector = { matchLabels: 'texts by name', matchExpressions: terms } as const
const nodeSelectorTerm = { matchExpressions: terms, matchFields: terms } as const
const podAffinityTerm = { labelSelector, namespaceSelector: labelSelector, namespaces: ['text'], topologyKey: 'text' } as const
const podAffinity = {
  requiredDuringSchedulingIgnoredDuringExecution: [podAffinityTerm],
  preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 'whole number', podAffinityTerm }],
} as const
const httpGet = { path: 'text', host: 'text', scheme: 'text', httpHeaders: [{ name: 'text', value: 'text' }] } as const
const probe = {
  exec: { command: ['text'] },
  httpGet,
  initialDelaySeconds: 'whole number',
  periodSeconds: 'whole number',
  timeoutSeconds: 'whole number',
  successThreshold: 'whole number',
  failureThreshold: 'whole number',
  terminationGracePeriodSeconds: 'whole number',
} as const
const handler = { exec: { command: ['text'] }, httpGet } as const
const user = {
  runAsUser: 'whole number',
  runAsGroup: 'whole number',
  runAsNonRoot: 'true or false',
  seLinuxOptions: {},
  seccompProfile: { type: 'text', localhostProfile: 'text' },
} as const

const container: Shape = {
  name: 'text',
  image: 'text',
  imagePullPolicy: 'text',
  workingDir: 'text',
  command: ['text'],
  args: ['text'],
  env: [{
    name: 'text',
    value: 'text',
    valueFrom: {
      configMapKeyRef: keyOf,
      secretKeyRef: keyOf,
      fieldRef: { apiVersion: 'text', fieldPath: 'text' },
      resourceFieldRef: { containerName: 'text', resource: 'text' },
    },
  }],
  envFrom: [{
    prefix: 'text',
    configMapRef: { name: 'text', optional: 'true or false' },
    secretRef: { name: 'text', optional: 'true or false' },
  }],
  ports: [{ name: 'text', containerPort: 'whole number', hostPort: 'whole number', protocol: 'text' }],
  volumeMounts: [{ name: 'text', mountPath: 'text', subPath: 'text', subPathExpr: 'text', readOnly: 'true or false' }],
  resources: { requests: 'amounts by name', limits: 'amounts by name' },
  lifecycle: { postStart: handler, preStop: handler },
  livenessProbe: probe,
  readinessProbe: probe,
  startupProbe: probe,
  securityContext: {
    ...user,
    privileged: 'true or false',
    allowPrivilegeEscalation: 'true or false',
    readOnlyRootFilesystem: 'true or false',
    capabilities: { add: ['text'], drop: ['text'] },
  },
}

const volume: Shape = {
  name: 'text',
  emptyDir: { medium: 'text' },
  hostPath: { path: 'text', type: 'text' },
  persistentVolumeClaim: { claimName: 'text', readOnly: 'true or false' },
  nfs: { server: 'text', path: 'text', readOnly: 'true or false' },
  secret: { secretName: 'text', items: files, defaultMode: 'whole number', optional: 'true or false' },
  configMap: { name: 'text', items: files, defaultMode: 'whole number', optional: 'true or false' },
  csi: { driver: 'text', fsType: 'text', readOnly: 'true or false', volumeAttributes: 'texts by name' },
  projected: {
    defaultMode: 'whole number',
    sources: [{
      secret: { name: 'text', items: files },
      configMap: { name: 'text', items: files },
      serviceAccountToken: { audience: 'text', expirationSeconds: 'whole number', path: 'text' },
    }],
  },
}

/** The pod fields that users set most (Kubernetes, core/v1 PodTemplateSpec). The API server checks the others. */
export const podShape: Shape = {
  metadata,
  spec: {
    containers: [container],
    initContainers: [container],
    volumes: [volume],
    nodeSelector: 'texts by name',
    imagePullSecrets: [{ name: 'text' }],
    tolerations: [{ key: 'text', operator: 'text', value: 'text', effect: 'text', tolerationSeconds: 'whole number' }],
    serviceAccount: 'text',
    serviceAccountName: 'text',
    hostNetwork: 'true or false',
    dnsPolicy: 'text',
    restartPolicy: 'text',
    priorityClassName: 'text',
    schedulerName: 'text',
    runtimeClassName: 'text',
    priority: 'whole number',
    terminationGracePeriodSeconds: 'whole number',
    activeDeadlineSeconds: 'whole number',
    shareProcessNamespace: 'true or false',
    automountServiceAccountToken: 'true or false',
    enableServiceLinks: 'true or false',
    dnsConfig: { nameservers: ['text'], searches: ['text'], options: [{ name: 'text', value: 'text' }] },
    hostAliases: [{ ip: 'text', hostnames: ['text'] }],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [nodeSelectorTerm] },
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 'whole number', preference: nodeSelectorTerm }],
      },
      podAffinity,
      podAntiAffinity: podAffinity,
    },
    securityContext: {
      ...user,
      fsGroup: 'whole number',
      fsGroupChangePolicy: 'text',
      supplementalGroups: ['whole number'],
      sysctls: [{ name: 'text', value: 'text' }],
    },
    topologySpreadConstraints: [{ maxSkew: 'whole number', topologyKey: 'text', whenUnsatisfiable: 'text', labelSelector }],
  },
}
