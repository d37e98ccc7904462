import { NextResponse } from 'next/server'

/** Never asked. Without a file of this name here, the build would take the portal's own, two folders up. */
export const config = { matcher: '/nowhere' }

export function middleware() {
  return NextResponse.next()
}
