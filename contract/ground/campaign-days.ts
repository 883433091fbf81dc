// How long is known who got what of a campaign, in days after its end (rules campaign-waves, campaign-report).
/** Segments may ask until then. A day later its rows begin to go to files. */
export const CAMPAIGN_KNOWN_DAYS = 29
/** Its people are a list until then. */
export const CAMPAIGN_ROWS_DAYS = CAMPAIGN_KNOWN_DAYS + 1
/** And in files until then: about thirteen months, so that a year can be compared with the one before. */
export const CAMPAIGN_FILED_DAYS = 400
