// What the doctor looks at, and the two commands that mend most of it.
import type { Account } from '../account.ts'
import type { Answers, Base, EnvironmentName, Resources } from '../environment.ts'

export type Examined = {
  name: EnvironmentName
  account: Account
  base: Base
  resources: Resources
  /** null: setup has written no part for this environment yet. */
  answers: Answers | null
  /** Whether an engine that builds images runs here. */
  hasDocker: () => Promise<boolean>
}

export const setupOf = ({ name }: Pick<Examined, 'name'>): string => `npm run setup -- --env ${name}`
export const deployOf = ({ name }: Pick<Examined, 'name'>): string => `npm run deploy -- --env ${name}`
