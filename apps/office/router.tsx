import { createBrowserRouter, Navigate } from "react-router";
import { Frame } from "./frame.tsx";
import { BrokenRoom } from "./parts/broken-room.tsx";

/** Each room is loaded when it is entered. */
export const router = createBrowserRouter([
  { path: "/login", lazy: async () => ({ Component: (await import("./rooms/login.tsx")).LoginRoom }) },
  { path: "/invitation", lazy: async () => ({ Component: (await import("./rooms/invitation.tsx")).InvitationRoom }) },
  {
    path: "/",
    Component: Frame,
    errorElement: <BrokenRoom />,
    children: [
      { index: true, lazy: async () => ({ Component: (await import("./rooms/dashboard.tsx")).DashboardRoom }) },
      { path: "players", lazy: async () => ({ Component: (await import("./rooms/players.tsx")).PlayersRoom }) },
      { path: "players/:id", lazy: async () => ({ Component: (await import("./rooms/player.tsx")).PlayerRoom }) },
      { path: "kyc", lazy: async () => ({ Component: (await import("./rooms/kyc.tsx")).KycRoom }) },
      { path: "kyc/:id", lazy: async () => ({ Component: (await import("./rooms/kyc-case.tsx")).KycCaseRoom }) },
      { path: "payouts", lazy: async () => ({ Component: (await import("./rooms/payouts.tsx")).PayoutsRoom }) },
      { path: "payments", lazy: async () => ({ Component: (await import("./rooms/payments.tsx")).PaymentsRoom }) },
      { path: "coins", lazy: async () => ({ Component: (await import("./rooms/coins.tsx")).CoinsRoom }) },
      {
        path: "corrections",
        lazy: async () => ({ Component: (await import("./rooms/corrections.tsx")).CorrectionsRoom }),
      },
      { path: "approvals", lazy: async () => ({ Component: (await import("./rooms/approvals.tsx")).ApprovalsRoom }) },
      { path: "approvals/:id", lazy: async () => ({ Component: (await import("./rooms/approval.tsx")).ApprovalRoom }) },
      { path: "support", lazy: async () => ({ Component: (await import("./rooms/support.tsx")).SupportRoom }) },
      {
        path: "moderation",
        lazy: async () => ({ Component: (await import("./rooms/moderation.tsx")).ModerationRoom }),
      },
      { path: "wheel", lazy: async () => ({ Component: (await import("./rooms/wheel.tsx")).WheelRoom }) },
      { path: "vip", lazy: async () => ({ Component: (await import("./rooms/vip.tsx")).VipRoom }) },
      { path: "audit", lazy: async () => ({ Component: (await import("./rooms/audit.tsx")).AuditRoom }) },
      { path: "operators", lazy: async () => ({ Component: (await import("./rooms/operators.tsx")).OperatorsRoom }) },
      { path: "*", element: <Navigate to="/" replace /> },
    ],
  },
]);
