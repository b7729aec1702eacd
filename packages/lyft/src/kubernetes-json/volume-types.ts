import { always, listOf, mapOf, pointer, struct } from './go-type.ts'
import { labelSelector, localReference, objectField, resourceField, resourceRequirements } from './container-types.ts'

/** `volumes` of a pod (core/v1 of Kubernetes 1.24), with every source, because any may be in use. */

const items = listOf(struct({ key: always('text'), path: always('text'), mode: pointer('integer') }))
const defaultMode = pointer('integer')
const optional = pointer('boolean')
const downward = listOf(struct({
  path: always('text'),
  fieldRef: objectField,
  resourceFieldRef: resourceField,
  mode: pointer('integer'),
}))
const typedReference = struct({ apiGroup: always('text'), kind: always('text'), name: always('text') })

const ofTheCluster = {
  hostPath: struct({ path: always('text'), type: pointer('text') }),
  emptyDir: struct({ medium: 'text', sizeLimit: pointer('quantity') }),
  secret: struct({ secretName: 'text', items, defaultMode, optional }),
  configMap: struct({ name: 'text', items, defaultMode, optional }),
  downwardAPI: struct({ items: downward, defaultMode }),
  projected: struct({
    sources: always(listOf(struct({
      secret: struct({ name: 'text', items, optional }),
      downwardAPI: struct({ items: downward }),
      configMap: struct({ name: 'text', items, optional }),
      serviceAccountToken: struct({ audience: 'text', expirationSeconds: pointer('integer'), path: always('text') }),
    }))),
    defaultMode,
  }),
  persistentVolumeClaim: struct({ claimName: always('text'), readOnly: 'boolean' }),
  ephemeral: struct({
    volumeClaimTemplate: struct({
      metadata: always(struct({ creationTimestamp: always('time'), labels: mapOf('text'), annotations: mapOf('text') })),
      spec: always(struct({
        accessModes: listOf('text'),
        selector: labelSelector,
        resources: always(resourceRequirements),
        volumeName: 'text',
        storageClassName: pointer('text'),
        volumeMode: pointer('text'),
        dataSource: typedReference,
        dataSourceRef: typedReference,
      })),
    }),
  }),
  csi: struct({
    driver: always('text'),
    readOnly: pointer('boolean'),
    fsType: pointer('text'),
    volumeAttributes: mapOf('text'),
    nodePublishSecretRef: localReference,
  }),
} as const

const ofProviders = {
  gcePersistentDisk: struct({ pdName: always('text'), fsType: 'text', partition: 'integer', readOnly: 'boolean' }),
  awsElasticBlockStore: struct({ volumeID: always('text'), fsType: 'text', partition: 'integer', readOnly: 'boolean' }),
  azureFile: struct({ secretName: always('text'), shareName: always('text'), readOnly: 'boolean' }),
  azureDisk: struct({
    diskName: always('text'),
    diskURI: always('text'),
    cachingMode: pointer('text'),
    fsType: pointer('text'),
    readOnly: pointer('boolean'),
    kind: pointer('text'),
  }),
  vsphereVolume: struct({ volumePath: always('text'), fsType: 'text', storagePolicyName: 'text', storagePolicyID: 'text' }),
  photonPersistentDisk: struct({ pdID: always('text'), fsType: 'text' }),
  cinder: struct({ volumeID: always('text'), fsType: 'text', readOnly: 'boolean', secretRef: localReference }),
} as const

const ofStorageSystems = {
  nfs: struct({ server: always('text'), path: always('text'), readOnly: 'boolean' }),
  gitRepo: struct({ repository: always('text'), revision: 'text', directory: 'text' }),
  iscsi: struct({
    targetPortal: always('text'),
    iqn: always('text'),
    lun: always('integer'),
    iscsiInterface: 'text',
    fsType: 'text',
    readOnly: 'boolean',
    portals: listOf('text'),
    chapAuthDiscovery: 'boolean',
    chapAuthSession: 'boolean',
    secretRef: localReference,
    initiatorName: pointer('text'),
  }),
  fc: struct({
    targetWWNs: listOf('text'),
    lun: pointer('integer'),
    fsType: 'text',
    readOnly: 'boolean',
    wwids: listOf('text'),
  }),
  glusterfs: struct({ endpoints: always('text'), path: always('text'), readOnly: 'boolean' }),
  rbd: struct({
    monitors: always(listOf('text')),
    image: always('text'),
    fsType: 'text',
    pool: 'text',
    user: 'text',
    keyring: 'text',
    secretRef: localReference,
    readOnly: 'boolean',
  }),
  cephfs: struct({
    monitors: always(listOf('text')),
    path: 'text',
    user: 'text',
    secretFile: 'text',
    secretRef: localReference,
    readOnly: 'boolean',
  }),
  flexVolume: struct({ driver: always('text'), fsType: 'text', secretRef: localReference, readOnly: 'boolean', options: mapOf('text') }),
  flocker: struct({ datasetName: 'text', datasetUUID: 'text' }),
  quobyte: struct({
    registry: always('text'),
    volume: always('text'),
    readOnly: 'boolean',
    user: 'text',
    group: 'text',
    tenant: 'text',
  }),
  portworxVolume: struct({ volumeID: always('text'), fsType: 'text', readOnly: 'boolean' }),
  scaleIO: struct({
    gateway: always('text'),
    system: always('text'),
    secretRef: always(localReference),
    sslEnabled: 'boolean',
    protectionDomain: 'text',
    storagePool: 'text',
    storageMode: 'text',
    volumeName: 'text',
    fsType: 'text',
    readOnly: 'boolean',
  }),
  storageos: struct({ volumeName: 'text', volumeNamespace: 'text', fsType: 'text', readOnly: 'boolean', secretRef: localReference }),
} as const

export const volumes = listOf(struct({ name: always('text'), ...ofTheCluster, ...ofProviders, ...ofStorageSystems }))
