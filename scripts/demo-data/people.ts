// The demo sign-ins of a sandbox run. They exist only there: a deployment has no demo data.
import type { Role } from '../../contract/people/roles.ts'

export const DEMO_PASSWORD = 'demo12345'

type DemoPerson = {
  id: string
  firstname: string
  lastname: string
  email: string
  role: Role
  referralCode: string
  referrerId: string | null
  bank: { name: string; bank: string; number: string } | null
}
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    id: 'demo-member',
    firstname: 'Rani',
    lastname: 'Pratama',
    email: 'member@demo.test',
    role: 'member',
    referralCode: 'RANI2026',
    referrerId: null,
    bank: { name: 'Rani Pratama', bank: 'BCA', number: '1234567890' },
  },
  {
    id: 'demo-admin',
    firstname: 'Adi',
    lastname: 'Nugroho',
    email: 'admin@demo.test',
    role: 'admin',
    referralCode: 'ADI2026',
    referrerId: null,
    bank: null,
  },
  {
    id: 'demo-dev',
    firstname: 'Dewi',
    lastname: 'Lestari',
    email: 'dev@demo.test',
    role: 'dev',
    referralCode: 'DEWI2026',
    referrerId: null,
    bank: null,
  },
  {
    id: 'demo-staff',
    firstname: 'Sari',
    lastname: 'Wulandari',
    email: 'staff@demo.test',
    role: 'staff',
    referralCode: 'SARI2026',
    referrerId: null,
    bank: null,
  },
  {
    id: 'demo-member2',
    firstname: 'Bayu',
    lastname: 'Saputra',
    email: 'member2@demo.test',
    role: 'member',
    referralCode: 'BAYU2026',
    referrerId: 'demo-member',
    bank: null,
  },
]
