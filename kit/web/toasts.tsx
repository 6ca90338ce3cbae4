import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect } from "react";
import { Toaster, toast } from "sonner";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { type Notice, onNotices } from "./notify.ts";

const lifeMs = 3000;

/** Toasts, top right; on phones under the top bar. Loaded after the first paint. */
export default function Toasts({ label }: { label: string }) {
  useEffect(() => onNotices(show), []);
  return (
    <Toaster
      position="top-right"
      visibleToasts={3}
      gap={10}
      offset={{ top: 76, right: 22 }}
      mobileOffset={{ top: 62, left: 10, right: 10 }}
      containerAriaLabel={label}
      toastOptions={{ unstyled: true }}
    />
  );
}

function show(notice: Notice): void {
  const duration = notice.action ? Number.POSITIVE_INFINITY : lifeMs;
  toast.custom(id => <Toast notice={notice} onDone={() => void toast.dismiss(id)} />, { duration });
}

function Toast({ notice, onDone }: { notice: Notice; onDone: () => void }) {
  const { action } = notice;
  const failed = notice.kind === "error";
  return (
    <div className={failed ? "toast error" : action ? "toast gray" : "toast"} role={failed ? "alert" : "status"}>
      <Icon of={failed ? CircleAlert : CircleCheck} size={19} />
      <div className="grow">
        {notice.title && <b className="mono key">{notice.title}</b>}
        {notice.lines.map(line => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {action && (
        <Button
          size="s"
          variant="ivory"
          onClick={() => {
            onDone();
            action.run();
          }}
        >
          {action.text}
        </Button>
      )}
      {!action && <i className="life" />}
    </div>
  );
}
