/**
 * Marks the objects of one deploy, whichever of its attempts made them. ConfigMaps and Services start nothing, so the next attempt of the
 * same deploy goes on with them (docs/adr/0029).
 */
export const deployAnnotation = 'flinkdeployment.flink.apache.org/deploy'
