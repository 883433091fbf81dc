// For how long two people who used the same place count as tied (rule tie-kinds).
export const PLACE_DAYS = 90
