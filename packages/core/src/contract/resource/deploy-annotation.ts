/**
 * Annotation on the objects of one deploy, whichever attempt created them. ConfigMaps and Services start nothing, so the next attempt of
 * the same deploy uses them (docs/adr/0029).
 */
export const deployAnnotation = 'flinkdeployment.flink.apache.org/deploy'
