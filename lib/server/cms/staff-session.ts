import { roleOf, type StaffRole } from '@/lib/server/cms/access'
import { getCms } from '@/lib/server/cms/cms'

export type StaffMember = { id: number; role: StaffRole; email: string; name: string }

/** Whose token this is, as `/cms-api/staff/login` answered it; null for a wrong, expired or signed-out one. */
export async function staffFromToken(token: string): Promise<StaffMember | null> {
  const cms = await getCms()
  const { user } = await cms.auth({ headers: new Headers({ Authorization: `Bearer ${token}` }), canSetHeaders: false })
  const role = roleOf(user)
  if (!user || role === null) return null
  return { id: Number(user.id), role, email: user.email, name: user.name }
}
