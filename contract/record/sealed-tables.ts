// The tables whose entries the record seals (rule record-chain). Free of zod, because screens name them. Another one is added at the end.
export const SEALED_TABLES = ['audit_log', 'ledger', 'security_events', 'consent_history', 'consent_imports'] as const
export type SealedTable = (typeof SEALED_TABLES)[number]
