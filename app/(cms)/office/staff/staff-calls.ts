/** What the back office's own sign-in answers: its data, or its refusal in words. */
export type StaffAnswer<T> =
  { ok: true; data: T } | { ok: false; message: string; code: string | null; ticket: string | null; enrolment: boolean }

interface Problem {
  errors?: { message?: string; data?: { errors?: { message?: string }[] } }[]
  code?: string
  ticket?: string
  enrolment?: boolean
}

/** Asks an endpoint of the staff collection. `offline`: what is said where no answer comes. */
export async function askStaff<T>(
  path: string,
  body: object,
  language: string,
  offline: string,
): Promise<StaffAnswer<T>> {
  try {
    const response = await fetch(`/cms-api/staff${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(body),
    })
    const answer: unknown = await response.json()
    if (response.ok) return { ok: true, data: answer as T }
    const { errors = [], code = null, ticket = null, enrolment = false } = answer as Problem
    const message = errors[0]?.data?.errors?.[0]?.message ?? errors[0]?.message ?? offline
    return { ok: false, message, code, ticket, enrolment }
  } catch {
    return { ok: false, message: offline, code: null, ticket: null, enrolment: false }
  }
}
