// For how long two people who used the same place count as tied (rule decider-ties).
export const PLACE_DAYS = 90
