import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'sqlite', schema: './domain/*/*/table.ts', out: './migrations' })
