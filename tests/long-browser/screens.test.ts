// Every screen, read in the look in which it is seen less often: the office's on a phone, a member's on a desktop.
import { lookAtScreens, otherLook } from '../support/screens.ts'

lookAtScreens(otherLook)
