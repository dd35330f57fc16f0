import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@holdall/ui-react/styles.css";
import "./styles.css";
import { App } from "./app.tsx";

const place = document.getElementById("root");
if (place) {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
