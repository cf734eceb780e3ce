import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { fetchTheDoor } from "../ahead.ts";
import { paths } from "../../routes/paths.ts";
import { rememberAddress } from "../../routes/returnTo.ts";

/**
 * Leads a visitor without a session to `/auth-anonymous`, remembering what they asked for. It is one entry in the history, whatever
 * strict mode does twice, for one step back must lead here again.
 */
export function ToTheDoor() {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const gone = useRef(false);
  useEffect(() => {
    if (gone.current) return;
    gone.current = true;
    fetchTheDoor();
    rememberAddress(pathname + search + hash);
    void navigate(paths.authAnonymous(), { state: { stepBack: true } });
  }, [navigate, pathname, search, hash]);
  return null;
}
