// When an object's alarm is to ring. Pure.

/**
 * Alarms ring by another clock than the object's own: where a host's clock is behind, or was set back, an alarm rings before it is
 * due. Set again for the very millisecond in which it rings it would never ring, as seen in workerd; and a moment later it would only ring
 * early once more. So what the clocks differ by is added.
 * @param due by the object's clock, epoch ms
 * @param rings for when the alarm was set that rings now; null: none rings
 */
export const alarmAt = (due: number, now: number, rings: number | null): number => {
  const behind = rings === null ? 0 : Math.max(0, rings - now)
  return Math.max(Math.ceil(due), now + 1) + behind
}
