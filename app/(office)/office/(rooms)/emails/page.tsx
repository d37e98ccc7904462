import { roomMetadata } from '@/app/(office)/office/room-page'
import { EmailsScreen } from '@/components/office/emails'

export const generateMetadata = roomMetadata('emails')

export default function Page() {
  return <EmailsScreen />
}
