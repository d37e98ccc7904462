import { ADMINISTRATOR } from './portal'

/** Creates a member of staff through the API, as an administrator does. */
export async function createStaff(
  role: 'admin' | 'editor' | 'manager',
  staff = { email: `${role}-${crypto.randomUUID()}@example.com`, password: 'seven-blue-valves-of-tests' },
): Promise<{ email: string; password: string }> {
  const callStaffApi = async (path: string, body: object, token?: string) => {
    const response = await fetch(`${process.env.E2E_BASE_URL}/cms-api/staff${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { token?: string }
  }
  const { token } = await callStaffApi('/login', ADMINISTRATOR)
  await callStaffApi('', { ...staff, name: 'Перевірка', role, current_password: ADMINISTRATOR.password }, token)
  return staff
}
